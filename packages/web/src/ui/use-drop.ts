import { type DragEvent, useState } from 'react'

/** Makes an element a drop zone for files. Spread `zone` on it; `isOver` while files are dragged over it. */
export function useDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  const zone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
  return { isOver, zone }
}
