import { HttpError } from '../../../errors.ts'
import type { ByteRange } from '../byte-range.ts'

/** A received file on the local disk, with its size and digest. */
export interface LocalFile {
  path: string
  size: number
  sha256: string
}

/** Storage key and size of a file, as its record has them. */
export interface StoredFile {
  storage_key: string
  /** Size in bytes as received. */
  size: number
}

/** Holds the bytes of files under their keys. Failures are `HttpError`s that a caller may see. */
export interface ObjectStore {
  /** Stores a local file and consumes it. The bytes are durable when it resolves; storing them twice is harmless. */
  put(key: string, file: LocalFile): Promise<void>
  /**
   * Opens stored bytes, or a range of them, before a reply starts; undefined if there are none.
   * @throws HttpError 503 if the store cannot be reached
   */
  open(file: StoredFile, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Removes the bytes. Removing missing ones is harmless. */
  remove(key: string): Promise<void>
}

/** Key of bytes: their digest, below a folder that keeps directories small. */
export const keyOf = (sha256: string): string => `sha256/${sha256.slice(0, 2)}/${sha256}`

const RETRY_SECONDS = 10

/** The store is unavailable or fails. Its reason is for the log. */
export class StoreUnavailableError extends HttpError {
  constructor(cause: unknown) {
    super(503, '文件存储暂不可用，请稍后再试', { retryAfterSeconds: RETRY_SECONDS })
    this.cause = cause
  }
}
