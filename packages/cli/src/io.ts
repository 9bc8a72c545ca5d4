import type { Readable, Writable } from 'node:stream'

/** Input and output of the command line. */
export interface Io {
  stdin: Readable & { isTTY?: boolean | undefined; setRawMode?(on: boolean): unknown }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean | undefined; columns?: number | undefined }
  env: Readonly<Record<string, string | undefined>>
  /** Aborts the running command, like Ctrl+C. */
  signal: AbortSignal
}

export const say = (io: Io, text: string): void => void io.stderr.write(`${text}\n`)
export const print = (io: Io, text: string): void => void io.stdout.write(`${text}\n`)
export const printJson = (io: Io, value: unknown): void => print(io, JSON.stringify(value, null, 2))
