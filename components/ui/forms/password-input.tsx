"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { IconButton } from "../display/icon-button.tsx";
import { Input } from "./input.tsx";

/** A password that can be shown; pasting and password managers work. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? "text" : "password"}
        className="pr-10 pointer-coarse:pr-12"
      />
      <IconButton
        label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </div>
  );
}
