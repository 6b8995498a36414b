declare module "s3rver" {
  type Options = {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  };
  type Server = { run(): Promise<{ port: number }>; close(): Promise<void> };
  const S3rver: new (options: Options) => Server;
  export = S3rver;
}
