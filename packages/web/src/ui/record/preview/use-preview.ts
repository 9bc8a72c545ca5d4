import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StoredFile } from '../../ports.ts'
import { drawableOf, neighbour } from './drawable.ts'
import { FITTED, type View, viewAfter } from './view.ts'

export interface FilePreviewProps {
  files: readonly StoredFile[]
  /** Id of the shown file. */
  current: number
  onChange: (id: number) => void
  onClose: () => void
  /** Files that are marked as new. */
  added?: ReadonlySet<number>
}

export interface Preview extends FilePreviewProps {
  file: StoredFile | undefined
  view: View
  setView: (view: View) => void
  /** Heading with the file's name. */
  name: RefObject<HTMLHeadingElement | null>
  /** Keys that magnify and turn, while the focus is in the preview. */
  onKeyDown: (event: KeyboardEvent) => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

interface PressedKey {
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}

/** Whether a key is a plain one, not part of a shortcut, a text or an input method's composition. */
const isPlain = (event: PressedKey) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)

/**
 * Changes the file by `[` and `]` wherever the focus is. A focus inside the preview moves to the name, because the
 * control that had it may be gone with the file.
 */
function useFileKeys({ files, current, onChange }: FilePreviewProps, name: Preview['name']): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isPlain(event)) return
    if (event.key !== '[' && event.key !== ']') return
    const next = neighbour(files, current, event.key === ']' ? 1 : -1)
    event.preventDefault()
    if (!next) return
    if (name.current?.closest('[data-preview]')?.contains(document.activeElement)) name.current.focus()
    onChange(next.id)
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** State and keys of a preview. Each file starts fitted. */
export function usePreview(props: FilePreviewProps): Preview {
  const { files, current } = props
  const [{ id, view }, setState] = useState({ id: current, view: FITTED })
  const name = useRef<HTMLHeadingElement>(null)
  useFileKeys(props, name)
  const file = files.find((each) => each.id === current)
  const shown = id === current ? view : FITTED
  const setView = (next: View) => setState({ id: current, view: next })
  return {
    ...props,
    name,
    file,
    view: shown,
    setView,
    onKeyDown(event) {
      const next = file && drawableOf(file) && isPlain(event) ? viewAfter(shown, event.key) : undefined
      if (!next) return
      event.preventDefault()
      // A letter has no second meaning for the page around the preview.
      event.stopPropagation()
      setView(next)
    },
  }
}
