import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { presses, useShortcuts } from '../../lib/shortcuts.ts'
import type { FormApi } from './context.ts'
import { createHistory } from './history.ts'
import { ownerOf } from './issues.ts'
import { captionsOf } from './values.ts'

const UNDO = 'Ctrl+Z'
const REDO = 'Ctrl+Y'

const isText = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')

/** Undo and redo of a form by its buttons and by keys. Texts outside the form's fields keep the browser's own undo. */
export function useFormHistory(form: FormApi) {
  const { store } = form
  const history = useMemo(() => createHistory(store), [store])
  useEffect(() => history.follow(), [history])
  const { canUndo, canRedo } = useSyncExternalStore(history.subscribe, history.state)
  const [said, setSaid] = useState('')
  const step = (verb: string, names: readonly string[]) => {
    const [first] = names
    if (first === undefined) return
    setSaid(`${verb}：${captionsOf(store.options.specs, names).join('、')}`)
    const { activeElement } = document
    const isThere = activeElement instanceof HTMLInputElement && activeElement.name === first
    if (!isThere) requestAnimationFrame(() => form.focus(first))
  }
  const undo = () => step('已撤销', history.undo())
  const redo = () => step('已重做', history.redo())
  const isForeign = useEffectEvent((target: EventTarget | null) => {
    if (!isText(target)) return false
    const { name } = target as HTMLInputElement
    return !store.options.specs.some((spec) => spec.name === ownerOf(name))
  })
  useEffect(() => {
    // Before the shortcuts, which listen at the document.
    const keep = (event: KeyboardEvent) => {
      if ((presses(event, UNDO) || presses(event, REDO)) && isForeign(event.target)) event.stopPropagation()
    }
    document.body.addEventListener('keydown', keep)
    return () => document.body.removeEventListener('keydown', keep)
  }, [])
  useShortcuts([
    { keys: UNDO, where: '填报页', does: '撤销', onPress: undo },
    { keys: REDO, where: '填报页', does: '重做', onPress: redo },
  ])
  return { canUndo, canRedo, undo, redo, said }
}
