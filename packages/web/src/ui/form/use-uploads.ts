import { useState } from 'react'
import { type StoredFile, usePorts } from '../ports.ts'
import { refusalOf } from './file-rules.ts'

/** A running or refused upload. */
export interface Sending {
  key: number
  name: string
  /** Progress from 0 to 1. */
  part: number
  problem?: string
  stop: () => void
}

let lastKey = 0

/** Uploads files independently, with progress. Reports start (1) and end (-1), and passes on stored files. */
export function useUploads(
  bizType: string,
  onStored: (file: StoredFile) => void,
  onBusy: (change: 1 | -1) => void,
) {
  const { files } = usePorts()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const change = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: number) => setSending((all) => all.filter((each) => each.key !== key))

  const send = async (file: File) => {
    lastKey += 1
    const key = lastKey
    const control = new AbortController()
    const problem = refusalOf(file)
    const stop = () => {
      control.abort()
      drop(key)
    }
    setSending((all) => [...all, { key, name: file.name, part: 0, stop, ...(problem ? { problem } : {}) }])
    if (problem) return
    onBusy(1)
    try {
      const stored = await files.upload(file, bizType, (part) => change(key, { part }), control.signal)
      drop(key)
      onStored(stored)
    } catch (error) {
      if (!control.signal.aborted)
        change(key, { problem: error instanceof Error ? error.message : '上传失败' })
    } finally {
      onBusy(-1)
    }
  }
  return { sending, send }
}
