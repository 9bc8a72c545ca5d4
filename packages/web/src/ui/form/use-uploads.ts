import { useState } from 'react'
import { usePorts } from '../ports.ts'
import { type Sending, UploadQueue, type UploadTarget } from './upload-queue.ts'

/** Sends chosen files of a kind to the platform. See `UploadQueue`. */
export function useUploads({ bizType, ...target }: Omit<UploadTarget, 'upload'> & { bizType: string }) {
  const { files: port } = usePorts()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [queue] = useState(() => new UploadQueue(setSending))
  const upload: UploadTarget['upload'] = (file, onProgress, signal) =>
    port.upload(file, bizType, onProgress, signal)
  return { sending, send: (files: readonly File[]) => queue.send(files, { ...target, upload }) }
}
