import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** As shown, such as `?`, `Ctrl+K` or `Shift+F8`. */
  keys: string
  /** The part of the application that it belongs to. */
  where: string
  does: string
}

interface Bound extends Shortcut {
  onPress: () => void
}

const FIELDS =
  'input, textarea, select, [contenteditable="true"], [role="grid"], [role="menu"], [role="combobox"]'

let bound: readonly Bound[] = []
let hasLetters = true
const listeners = new Set<() => void>()

function publish(next: readonly Bound[]): void {
  bound = next
  for (const listener of listeners) listener()
}

/** Switches the shortcuts of a single letter or sign on or off. */
export function allowLetters(isAllowed: boolean): void {
  hasLetters = isAllowed
}

/** Whether a key event presses the keys of a shortcut. `Ctrl` is the command key on a Mac. */
export function presses(event: KeyboardEvent, keys: string): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  const hasCtrl = event.ctrlKey || event.metaKey
  if (event.isComposing || event.altKey || hasCtrl !== parts.includes('Ctrl')) return false
  // A sign needs Shift on some keyboards and not on others.
  if (!isSign && event.shiftKey !== parts.includes('Shift')) return false
  return event.key.toLowerCase() === key.toLowerCase()
}

const isLetter = (keys: string) => keys.length === 1

function listen(event: KeyboardEvent): void {
  const found = bound.findLast(({ keys }) => presses(event, keys))
  if (!found || event.defaultPrevented) return
  const { target } = event
  if (isLetter(found.keys) && (!hasLetters || (target instanceof Element && target.closest(FIELDS)))) return
  event.preventDefault()
  found.onPress()
}

/**
 * Binds shortcuts while the component is shown, and lists them in the help. The one list of the application: what is not
 * bound here is not listed there.
 */
export function useShortcuts(shortcuts: readonly Bound[], isOn = true): void {
  const press = useEffectEvent((at: number) => shortcuts[at]?.onPress())
  const listed = JSON.stringify(shortcuts.map(({ keys, where, does }) => ({ keys, where, does })))
  useEffect(() => {
    if (!isOn) return
    // Only names are in the text.
    const own = (JSON.parse(listed) as Shortcut[]).map((shortcut, at) => ({
      ...shortcut,
      onPress: () => press(at),
    }))
    if (bound.length === 0) document.addEventListener('keydown', listen)
    publish([...bound, ...own])
    return () => {
      publish(bound.filter((each) => !own.includes(each)))
      if (bound.length === 0) document.removeEventListener('keydown', listen)
    }
  }, [listed, isOn])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The shortcuts that work on the current page. */
export const useBoundShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => bound)
