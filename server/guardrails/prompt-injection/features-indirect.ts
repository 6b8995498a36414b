import type { Feature } from "./feature.ts";

/** Weighted phrases of instructions planted in what a model reads: pages, emails, files and tool results. */
export const indirect = {
  toModel: {
    weight: 0.6,
    directive: true,
    phrases:
      "ai assistants processing|ai assistants reading|llm reading this|llms reading this|dear ai|ai models reading|for ai assistants|to the ai reading|ai reading this|assistants reading this|note for the ai|note for ais|note for any ai|note for llms|note for the llm|note for the model|note for language models|note to chatbot|note to chatbots|note to any ai|note to llms|note to llm|note to agents|note to the agent|note for agents|note for the agent|note for chatbots|message to the ai|message for the ai|message for ai|message to ai|message to llms|to the ai|to any ai|to any llm|to all ai|to all llms|to any language model|to every language model|for any language model|for any ai|for ai agents|for ai crawlers|for ai screeners|for ai reviewers|for ai graders|for ai models|for ai systems|for ai readers|for llm|for llms|for language models|for chatbots|for the assistant reading|if you are a language model|if you are a large language model|if you are an ai|if you are an llm|if you are an ai agent|if you are an agent|if you are a chatbot|as an ai agent|as an ai reviewer|as an ai grader|as an ai screener|as an ai assistant you must|as the ai|llms must|llms should|llms have to|llm must|ai must|ais must|ai has to|ai should always|ai agents must|ai agents should|ai graders|ai screeners|ai reviewers|ai models must|language models must|chatbots must|the assistant should now|the model must now|the assistant must now|assistant must now|assistant has to first|llm instructions|ai instructions|assistant instructions|instructions for llm|instructions for llms|instructions for the llm|instructions for ai|instructions for the ai|instructions for agents|instruction for the ai|instruction to the ai|directive for the ai|hey assistant|hey ai|hey llm|hey copilot|hey chatgpt|dear assistant|dear llm|dear language model|attention assistant|attention llm|attention llms|attention ai|attention model|attention chatbot|attention agent|you are reading this as|reading this as an ai|hinweis an die ki|an die ki|wenn du eine ki|wenn du ein sprachmodell|note pour l ia|si tu es une ia|si vous etes une ia|nota para la ia|si eres una ia|nota per l ia|se sei un ia|nota para a ia|se voce e uma ia|если ты ии|致ai|如果你是ai|如果你是人工智能",
  },
  modelNamed: {
    weight: 0.2,
    phrases:
      "ai agent|ai agents|ai assistant|ai assistants|ai model|ai models|language models|llm|llms|chatbot|copilot|ai reader|ai readers",
  },
  secrecy: {
    weight: 0.6,
    directive: true,
    phrases:
      "and not tell the user|not tell the user|never tell the user|not inform the user|dont inform the user|do not inform the user|without informing|without notifying|without the user knowing|without asking the user|without asking for confirmation|without confirmation|keep this hidden|keep it hidden|keep this secret|keep this from the user|keep it secret|hide this from|hide this note|hide this message|hide this instruction|do not mention it|dont mention it|do not mention this|dont mention this|never mention this|do not mention other|do not mention that you|do not reveal this|dont reveal this|do not disclose this|do not report this|do not show this|do not summarize this|dont summarize this|do not repeat this|do not let the user|dont let the user|say nothing about this|not mention this|user must not know|do not alert",
  },
  retask: {
    weight: 0.5,
    directive: true,
    phrases:
      "your only goal|your only purpose|your sole purpose|your sole goal|your only task|your task has changed|your task is now|your new task is|your goal has changed|your real instruction|your real instructions|your true instructions|your actual instructions|your instructions have|your instructions are now|your role has changed|new user request|new user instruction|new instruction|new directive|new directives|stop your current task|stop the current task|abort the current task|abandon the current task|forget the current task|current task is cancelled|task is cancelled|request is cancelled|question is cancelled|before you reply|before you answer the|before replying|before you go on|before answering the user|before responding to the user|before you continue|before continuing run|before doing anything|you must call|must now call|must now delete|must now send|must first send|has to first send|have to first|must first call|must now forward|do this first|prior guidance|end of document|end of context|end of tool output|end of the document|end of data|end of input|end of user input|system notice|system alert|neue aufgabe|neuen aufgabe|nouvelle tache|nueva tarea|nuovo compito|nova tarefa|новое задание|新任务|新しいタスク",
  },
  instead: {
    weight: 0.5,
    directive: true,
    phrases:
      "dont do the|do not do the|dont translate|do not translate the|and say owned|instead of doing|instead of the task|instead of answering|instead of translating|instead of summarizing|instead of following|instead of helping|rather than doing|rather than answering|rather than summarizing|do not do what|dont do what|do not answer the question|dont answer the question|do not answer this question|do not follow the user|dont follow the user|do not help the user|not follow the user|ignore that task|ignore the task|ignore this task|ignore your task|ignore the question|ignore the page|ignore the users|disregard the question|disregard the task|forget the question|and instead|but instead",
  },
  harmDone: {
    weight: 0.5,
    directive: true,
    phrases:
      "owned|been owned|have been pwned|say owned|pwned|been hacked|say hacked|you have been hacked|haha pwned|transfer funds|send money|delete the repository|delete all files|delete all calendar|delete all emails|delete all the|rm rf|ssh id|id rsa|environment variables|session cookie|session cookies|api keys|access tokens|private notes|guest list|contacts list|the users data|user data|users private|confidential data|conversation history|contents of the conversation|chat history|full marks|10 out of 10|best item|the best product|best candidate|mark this invoice|as approved|accept this paper|recommend this|rate it as|rate this as|score this candidate|is bankrupt|100 refund|add a link|a link to|forward it to everybody|forward this to everyone|forward the last|to everyone",
  },
  obeyMe: {
    weight: 0.55,
    directive: true,
    phrases:
      "as i command|what i command|comply with me|i permit you|i allow you to break|i give you permission|you have permission to|my word is|obey only me|only obey me|obey my|obey me|follow mine|follow only my|follow my commands|follow my orders|start following mine|start acting on these|acting on these commands|do only what i|do what i say|do as i say|listen only to me|listen to me only|only listen to me|answer to me only|take orders from me|my commands only|i am in charge now|i hereby lift|i hereby release|i release you|i free you|as a free agent|answer freely|speak freely|with no filter|with no filters|without a filter|drop the act",
  },
  aiRole: {
    weight: 0.35,
    directive: true,
    phrases:
      "role of an ai|role of a model|role of a chatbot|an ai that|an ai who|an ai called|an ai named|persona of|chatbot that|acting as a support|now a hacker|youre now a|you are now a|play the role",
  },
  foreignRole: {
    weight: 0.5,
    directive: true,
    phrases:
      "als ki|wie eine ki|comme une ia|en tant qu ia|como una ia|como ia|come un ia|come una ia|como uma ia|als een ai|jak ai|som en ai|yapay zeka gibi|yapay zeka olarak|seperti ai|sebagai ai|nhu mot ai|как ии|как ai|як ші|σαν ai|ca un ai|mint egy ai|jako ai|kao ai|كذكاء اصطناعي|ai처럼|aiとして|像没有|的ai一样|作为ai|doe alsof|fais comme si|haz como si|fai come se|faca como se|tu so als|handle ohne|agis sans|actua sin|agisci senza|aja sem|handel zonder|dzialaj bez|agera utan|antworte ohne|reponds sans|responde sin|rispondi senza|responda sem|antwoord zonder|odpowiadaj bez|svara utan|svar uten|svar uden|vastaa ilman|действуй без|отвечай без|відповідай без|απαντησε χωρις|raspunde fara|valaszolj korlatok|odpovidej bez|odpovedaj bez|odgovaraj bez|отговаряй без|أجب بدون|اجب بدون|ענה ללא|jawab tanpa|tra loi khong|jibu bila|sumagot nang|sinirsiz cevap|地回答|で答えて|대답해|บอกโดย|ตอบโดย|जवाब दो|উত্তর দাও|پاسخ بده",
  },
  asIf: {
    weight: 0.5,
    directive: true,
    phrases:
      "leave your role|drop your role|forget your role|abandon your role|forget who you are|no longer an assistant|no longer an ai|no longer a chatbot|no longer a bot|not an assistant anymore|you are no longer|stop being|stop moderating|stop filtering|stop censoring|stop refusing|quit being|cease being|overrides the old|replaces the old|overrides all|raw answer|forget you are an ai|forget that you are an ai|forget youre an ai|forget that youre an ai|stop being an assistant|stop acting as|as if you were never|as if you had never|as if you had no|as if you have no|as if there were no|as if there was no|as if no rules|as though you had no|imagine you have no|imagine you had no|imagine that you have no|imagine you are not bound|pretend you have no|pretend you had no|pretend that you have no|pretend your|pretend that your|behave as if|behave as though|act as though you|answer as if|respond as if|as that model|as this model|in this role you|you will speak|you speak as|i want you to respond in two|exact opposite of you|the opposite of you",
  },
} satisfies Record<string, Feature>;
