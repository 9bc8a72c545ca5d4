declare module '@20minutes/s3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }

  /** The part of the package that the tests use; it has no types of its own. */
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
    store: {
      listObjects(bucket: string, options: { maxKeys: number }): Promise<{ objects: { key: string }[] }>
    }
  }
  export = S3rver
}
