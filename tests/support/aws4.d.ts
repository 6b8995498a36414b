declare module "aws4" {
  type Request = {
    service: string;
    region: string;
    method: string;
    path: string;
    headers: Record<string, string>;
    host?: string;
    body?: string;
    /** Lower-case names of headers that are not signed. */
    extraHeadersToIgnore?: Record<string, boolean>;
    /** Signs the address in place of the headers. */
    signQuery?: boolean;
  };
  export function sign(request: Request, access: { accessKeyId: string; secretAccessKey: string }): Request;
}
