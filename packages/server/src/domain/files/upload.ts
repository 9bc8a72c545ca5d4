/** An uploaded file, completely received and stored under a generated name. */
export interface Upload {
  fileName: string
  /** File name in the upload folder. */
  storageKey: string
  path: string
  size: number
  sha256: string
  /** Other fields of the form, as text. */
  fields: Readonly<Record<string, string>>
  /** Deletes the file if the call fails later. */
  discard(): Promise<void>
}
