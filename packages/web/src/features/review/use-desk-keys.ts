import { useEffect, useEffectEvent } from 'react'
import { readStored, writeStored } from '../../lib/stored.ts'

const LETTERS = 'desk-letters'

/** Whether single letters act. They can be switched off in the table of keys. */
export const lettersAct = (): boolean => readStored(LETTERS) !== false
export const setLettersAct = (act: boolean): boolean => writeStored(LETTERS, act)

export interface DeskKeys {
  next: () => void
  previous: () => void
  remark: () => void
  close: () => void
  askAgain: () => void
  toReturn: () => void
  signIn: () => void
  preview: () => void
  nextRemark: (step: 1 | -1) => void
  nextPane: (step: 1 | -1) => void
  main: () => void
  undo: () => void
  help: () => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Dialogs and popovers have keys of their own. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

const LETTER_ACTIONS: Readonly<
  Record<
    string,
    keyof Pick<
      DeskKeys,
      'next' | 'previous' | 'remark' | 'close' | 'askAgain' | 'toReturn' | 'signIn' | 'preview'
    >
  >
> = {
  j: 'next',
  k: 'previous',
  c: 'remark',
  e: 'close',
  a: 'askAgain',
  b: 'toReturn',
  r: 'signIn',
  p: 'preview',
}

/** The action of a combination with Ctrl, or of a function key. */
function commandOf(event: KeyboardEvent, keys: DeskKeys): (() => void) | undefined {
  const isControl = (event.ctrlKey || event.metaKey) && !event.altKey
  if (isControl && event.key === 'Enter') return event.repeat ? () => undefined : keys.main
  if (isControl && event.key.toLowerCase() === 'z' && !event.shiftKey)
    return isTyping(event.target) ? undefined : keys.undo
  if (event.key === 'F8') return () => keys.nextRemark(event.shiftKey ? -1 : 1)
  if (event.key === 'F6') return () => keys.nextPane(event.shiftKey ? -1 : 1)
  return undefined
}

function letterOf(event: KeyboardEvent, keys: DeskKeys): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target))
    return undefined
  if (event.key === '?') return keys.help
  const action = event.shiftKey ? undefined : LETTER_ACTIONS[event.key.toLowerCase()]
  return action && lettersAct() ? keys[action] : undefined
}

/** Keys of the desk. Letters act outside text fields only, without modifiers and outside of compositions. */
export function useDeskKeys(keys: DeskKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return
    const action = commandOf(event, keys) ?? letterOf(event, keys)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
