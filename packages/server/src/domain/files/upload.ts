/** An uploaded file, received whole and stored under a name of our own. */
export interface Upload {
  fileName: string
  /** Name below the upload folder. */
  storageKey: string
  path: string
  size: number
  sha256: string
  /** The other fields of the form, as text. */
  fields: Readonly<Record<string, string>>
  /** Deletes the file, for a call that fails later. */
  discard(): Promise<void>
}
