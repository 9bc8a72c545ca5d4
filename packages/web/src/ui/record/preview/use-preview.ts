import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isInField, useShortcuts } from '../../../lib/shortcuts.ts'
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

/** Whether a key is a plain one, not part of a shortcut or a text. */
const isPlain = (event: KeyboardEvent) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !isInField(event.target)

const WHERE = '附件预览'

/**
 * Changes the file by `[` and `]` wherever the focus is. A focus inside the preview moves to the name, because the
 * control that had it may be gone with the file.
 */
function useFileKeys({ files, current, onChange }: FilePreviewProps, name: Preview['name']): void {
  const go = (step: 1 | -1) => {
    const next = neighbour(files, current, step)
    if (!next) return
    if (name.current?.closest('[data-preview]')?.contains(document.activeElement)) name.current.focus()
    onChange(next.id)
  }
  useShortcuts([
    { keys: '[', where: WHERE, does: '上一个附件', onPress: () => go(-1) },
    { keys: ']', where: WHERE, does: '下一个附件', onPress: () => go(1) },
    { keys: '+ -', where: WHERE, does: '放大、缩小' },
    { keys: '0', where: WHERE, does: '适合窗口' },
    { keys: 'R', where: WHERE, does: '旋转' },
    { keys: 'Esc', where: WHERE, does: '关闭预览' },
  ])
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
