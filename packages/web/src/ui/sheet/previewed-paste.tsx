import { type ComponentProps, lazy, Suspense } from 'react'
import type { PastePreview as Preview } from './paste-preview.tsx'

const PastePreview = lazy(() =>
  import('./paste-preview.tsx').then(({ PastePreview: of }) => ({ default: of })),
)

/** The preview of a paste, loaded when it is needed first. */
export function PreviewedPaste(props: ComponentProps<typeof Preview>) {
  return (
    <Suspense>
      <PastePreview {...props} />
    </Suspense>
  )
}
