import { useCallback, useEffect, useRef, useState } from 'react'

const REST_MS = 800

export type AnswerSaving = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed'

/**
 * Text of an answer that is saved after a pause in typing, on blur, and when its box goes away.
 * @param save rejects if the answer could not be saved; the text stays and the next change tries again
 */
export function useAnswer(stored: string, save: (text: string) => Promise<unknown>) {
  const [text, setText] = useState(stored)
  const [saving, setSaving] = useState<AnswerSaving>('idle')
  const latest = useRef({ text: stored, stored, save })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current.save = save
  })
  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    const now = latest.current
    if (now.text === now.stored) return
    const [sent, before] = [now.text, now.stored]
    now.stored = sent
    setSaving('saving')
    try {
      await now.save(sent.trim())
      if (now.text === sent) setSaving('saved')
    } catch {
      if (now.stored === sent) now.stored = before
      setSaving('failed')
    }
  }, [])
  const change = (next: string) => {
    latest.current.text = next
    setText(next)
    setSaving('waiting')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), REST_MS)
  }
  useEffect(() => () => void flush(), [flush])
  return { text, saving, change, flush }
}
