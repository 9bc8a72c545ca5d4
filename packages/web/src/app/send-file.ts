import { type FileInfo, isXinchuError, uploadFile } from '@xinchu/sdk'
import {
  forgetUpload,
  isSameFile,
  rememberUpload,
  type Unfinished,
  unfinishedUploads,
} from '../lib/unfinished-uploads.ts'
import type { Sdk } from './sdk.ts'

interface Target {
  bizType: string
  /** The record that gets the file at once. */
  bizId: number | undefined
  userKey: string
}

interface Watch {
  onProgress: (part: number) => void
  signal: AbortSignal
}

// The dictionary of uses is closed; the form's kinds are of it, and the platform refuses others.
const asUse = (bizType: string) => bizType as FileInfo['bizType']

/** Uploads a file. An interrupted large one continues from the parts that the platform has. */
export async function sendFile(
  { files }: Sdk,
  file: File,
  { bizType, bizId, userKey }: Target,
  { onProgress, signal }: Watch,
): Promise<FileInfo> {
  const known = unfinishedUploads(userKey).find(
    (upload) => upload.bizType === bizType && upload.bizId === bizId && isSameFile(upload, file),
  )
  let kept: Unfinished | undefined
  const remember = (upload: Unfinished) => {
    kept = upload
    rememberUpload(userKey, upload)
  }
  const stored = await uploadFile(files, file, {
    bizType: asUse(bizType),
    ...(bizId === undefined ? {} : { bizId }),
    signal,
    resume: known?.id,
    onSession(id) {
      const { name, size, lastModified: modified } = file
      const isKnown = known?.id === id
      if (known && !isKnown) forgetUpload(userKey, known.id)
      const { part, begun } = isKnown ? known : { part: 0, begun: Date.now() }
      remember({ id, name, size, modified, part, bizType, bizId, begun })
    },
    onProgress(sent, total) {
      const part = sent / total
      onProgress(part)
      // Storage is written a hundred times at most.
      if (kept && part - kept.part >= 0.01) remember({ ...kept, part })
    },
  }).catch((error: unknown) => {
    // The file itself was refused; its parts are gone.
    if (
      kept &&
      isXinchuError(error) &&
      error.kind !== 'malformed' &&
      (error.status === 415 || error.status === 422)
    )
      forgetUpload(userKey, kept.id)
    throw error
  })
  if (kept) forgetUpload(userKey, kept.id)
  return stored
}

/** Discards an unfinished upload. If that fails now, the upload expires within a day. */
export function cancelUpload({ files }: Sdk, userKey: string, id: number): void {
  forgetUpload(userKey, id)
  void files.cancelUpload(id).catch(() => undefined)
}
