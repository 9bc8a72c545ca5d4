import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from './store.ts'

export interface Shortcut {
  /** As shown, such as `?`, `Ctrl+K` or `Shift+F8`. */
  keys: string
  /** The part of the application that it belongs to. */
  where: string
  does: string
}

export interface Bound extends Shortcut {
  /** Absent for keys that a widget handles itself: they are only listed. */
  onPress?: () => void
  /** Further condition on where the key was pressed. */
  when?: (target: EventTarget | null) => boolean
}

const FIELDS =
  'input, textarea, select, [contenteditable="true"], [role="grid"], [role="menu"], [role="combobox"]'

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

export const isInField = (target: EventTarget | null): boolean => isWithin(target, FIELDS)

/** Whether a target is in a dialog or a popover, which have their own keys. */
export const isInDialog = (target: EventTarget | null): boolean =>
  isWithin(target, '[role="dialog"], [role="alertdialog"], [role="menu"]')

// Those of the components that are shown, so none is left when they are gone.
const bound = createStore<readonly Bound[]>([])
let hasLetters = true

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
  if (event.isComposing || event.altKey !== parts.includes('Alt')) return false
  if (hasCtrl !== parts.includes('Ctrl')) return false
  // A sign needs Shift on some keyboards and not on others.
  if (!isSign && event.shiftKey !== parts.includes('Shift')) return false
  return event.key.toLowerCase() === key.toLowerCase()
}

const isLetter = (keys: string) => keys.length === 1

function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  const { target } = event
  const found = bound
    .get()
    .findLast(({ keys, onPress, when }) => onPress && presses(event, keys) && (when?.(target) ?? true))
  if (!found || (isLetter(found.keys) && (!hasLetters || isInField(target)))) return
  event.preventDefault()
  // A held key acts once.
  if (!event.repeat) found.onPress?.()
}

/** Runs a shortcut's action, for a button with the same function. */
export function pressShortcut(keys: string): void {
  bound
    .get()
    .findLast((shortcut) => shortcut.keys === keys)
    ?.onPress?.()
}

/** Binds shortcuts while the component is shown, and lists them in the help. The help lists nothing else. */
export function useShortcuts(shortcuts: readonly Bound[], isOn = true): void {
  const press = useEffectEvent((at: number) => shortcuts[at]?.onPress?.())
  const fits = useEffectEvent(
    (at: number, target: EventTarget | null) => shortcuts[at]?.when?.(target) ?? true,
  )
  const listed = JSON.stringify(
    shortcuts.map(({ keys, where, does, onPress }) => ({ keys, where, does, acts: onPress !== undefined })),
  )
  useEffect(() => {
    if (!isOn) return
    // The list created above.
    const own: readonly Bound[] = (JSON.parse(listed) as (Shortcut & { acts: boolean })[]).map(
      ({ acts, ...shortcut }, at) => ({
        ...shortcut,
        ...(acts ? { onPress: () => press(at) } : {}),
        when: (target: EventTarget | null) => fits(at, target),
      }),
    )
    const before = bound.get()
    if (before.length === 0) document.addEventListener('keydown', listen)
    bound.set([...before, ...own])
    return () => {
      const left = bound.get().filter((each) => !own.includes(each))
      bound.set(left)
      if (left.length === 0) document.removeEventListener('keydown', listen)
    }
  }, [listed, isOn])
}

/** The shortcuts that work on the current page. */
export const useBoundShortcuts = (): readonly Shortcut[] => useStore(bound)
