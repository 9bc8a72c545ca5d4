import * as Radix from '@radix-ui/react-dialog'
import { useFocusReturn } from '../dialog.tsx'
import { PreviewParts } from './preview/preview-parts.tsx'
import { type FilePreviewProps, usePreview } from './preview/use-preview.ts'

/** Shows files in place, in a dialog over the page. See `FilePreview` for its keys. */
export function FilePreviewDialog(props: FilePreviewProps) {
  const preview = usePreview(props)
  const focus = useFocusReturn()
  const { name } = preview
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          data-preview
          aria-describedby={undefined}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            event.preventDefault()
            name.current?.focus()
          }}
          onKeyDown={preview.onKeyDown}
          className="fixed inset-0 z-40 m-auto flex h-[calc(100dvh-2rem)] w-[min(1040px,100vw-2rem)] flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-xl max-sm:h-dvh max-sm:w-screen max-sm:rounded-none max-sm:border-0"
        >
          <PreviewParts
            preview={preview}
            heading={(className, text) => (
              <Radix.Title ref={name} tabIndex={-1} title={text} className={className}>
                {text}
              </Radix.Title>
            )}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
