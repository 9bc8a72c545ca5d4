import { useState } from 'react'
import { isSameFile, type Unfinished, unfinishedUploads } from '../../lib/unfinished-uploads.ts'
import { type UploadPlace, usePorts } from '../ports.ts'
import { type Sending, UploadQueue, type UploadTarget } from './upload-queue.ts'

/** Sends chosen files of a kind to the platform, and lists those that earlier visits left unfinished. */
export function useUploads({
  bizType,
  bizId,
  ...target
}: Omit<UploadTarget, 'upload' | 'cancel'> & UploadPlace) {
  const { files: port, userKey } = usePorts()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [queue] = useState(() => new UploadQueue(setSending))
  const [, setGivenUp] = useState(0)
  const ofPlace = () =>
    unfinishedUploads(userKey()).filter((upload) => upload.bizType === bizType && upload.bizId === bizId)
  const upload: UploadTarget['upload'] = (file, onProgress, signal) =>
    port.upload(file, { bizType, bizId }, { onProgress, signal })
  const cancel = (file: File) => {
    for (const unfinished of ofPlace())
      if (isSameFile(unfinished, file)) void port.cancelUpload(unfinished.id)
  }
  /** Discards an upload of an earlier visit. */
  const giveUp = async ({ id }: Unfinished) => {
    await port.cancelUpload(id)
    setGivenUp(id)
  }
  const names = new Set(sending.map(({ name }) => name))
  return {
    sending,
    unfinished: ofPlace().filter(({ name }) => !names.has(name)),
    giveUp,
    send: (files: readonly File[]) => queue.send(files, { ...target, upload, cancel }),
  }
}
