import { useEffect } from 'react'
import { PreviewParts } from './preview/preview-parts.tsx'
import { type FilePreviewProps, usePreview } from './preview/use-preview.ts'

/**
 * Shows files in place, docked in a pane that it fills: PDF documents and pictures; others are offered for download.
 * The focus starts on the file's name. `[` and `]` change the file, Esc closes while the focus is inside.
 */
export function FilePreview(props: FilePreviewProps) {
  const preview = usePreview(props)
  const { name } = preview
  useEffect(() => name.current?.focus(), [name])
  return (
    <section
      data-preview
      aria-label="附件预览"
      className="flex size-full min-h-0 min-w-0 flex-col bg-surface"
      onKeyDown={(event) => {
        preview.onKeyDown(event)
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        props.onClose()
      }}
    >
      <PreviewParts
        preview={preview}
        heading={(className, text) => (
          <h2 ref={name} tabIndex={-1} title={text} className={className}>
            {text}
          </h2>
        )}
      />
    </section>
  )
}
