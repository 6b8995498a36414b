{{- define "switchboard.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "switchboard.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "switchboard.labels" -}}
{{ include "switchboard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "switchboard.secretName" -}}
{{- .Values.secrets.existingSecret | default (include "switchboard.name" .) -}}
{{- end -}}

{{/* Stops the rendering of values that would lose data. */}}
{{- define "switchboard.check" -}}
{{- $secrets := .Values.secrets -}}
{{- if and (not $secrets.existingSecret) (not $secrets.values.SWITCHBOARD_SECRET) -}}
{{- fail "Set secrets.values.SWITCHBOARD_SECRET (at least 32 characters) or secrets.existingSecret." -}}
{{- end -}}
{{- if and (not $secrets.existingSecret) (not $secrets.values.DATABASE_URL) (not .Values.embeddedDatabase) -}}
{{- fail "Set secrets.values.DATABASE_URL, or embeddedDatabase to true for a trial." -}}
{{- end -}}
{{- if and .Values.embeddedDatabase (or .Values.autoscaling.enabled (ne (int .Values.replicas) 1)) -}}
{{- fail "The embedded database allows one replica: set replicas to 1 and autoscaling.enabled to false." -}}
{{- end -}}
{{- if and .Values.embeddedDatabase (not .Values.persistence.enabled) -}}
{{- fail "The embedded database needs persistence.enabled." -}}
{{- end -}}
{{- end -}}
