import { lazy, Suspense, useCallback, useState } from 'react'
import { fileSize } from '../../../lib/file-size.ts'
import { Button } from '../../button.tsx'
import { Icon } from '../../icons.tsx'
import { type StoredFile, usePorts } from '../../ports.ts'
import { Failed, Loading } from '../../states.tsx'
import { drawableOf, pictureType } from './drawable.ts'
import { PictureView } from './picture-view.tsx'
import type { View } from './view.ts'

const PdfView = lazy(async () => ({ default: (await import('./pdf-view.tsx')).PdfView }))

/** A file that is not shown in place. */
function NotDrawn({ file, isBroken }: { file: StoredFile; isBroken: boolean }) {
  const { files } = usePorts()
  return (
    <div className="grid min-h-0 flex-1 place-content-center justify-items-center gap-3 overflow-auto bg-canvas p-6 text-center">
      <Icon name="file" size={40} className="text-ink-faint" />
      <p className="break-all text-ink">{file.fileName}</p>
      <p className="text-ink-soft text-s">{fileSize(file.size)}</p>
      <p role="status" className="text-ink-soft text-s">
        {isBroken ? '无法预览，请下载查看' : '此类文件不能预览，请下载查看'}
      </p>
      <Button icon="download" onClick={() => void files.download(file.id)}>
        下载
      </Button>
    </div>
  )
}

interface FileViewProps {
  file: StoredFile
  view: View
  onView: (view: View) => void
}

/** The content of one file. Give it the file's id as `key`. */
export function FileView({ file, view, onView }: FileViewProps) {
  const kind = drawableOf(file)
  const { blob, error, again } = usePorts().files.useContent(kind ? file.id : undefined)
  const [isBroken, setBroken] = useState(false)
  const onBroken = useCallback(() => setBroken(true), [])
  if (!kind || isBroken) return <NotDrawn file={file} isBroken={isBroken} />
  const loading = (
    <div className="min-h-0 flex-1 bg-canvas">
      <Loading rows={8} />
    </div>
  )
  if (error)
    return (
      <div className="min-h-0 flex-1 overflow-auto">
        <Failed error={error} onRetry={again} />
      </div>
    )
  if (!blob) return loading
  const props = { blob, name: file.fileName, view, onView, onBroken }
  return kind === 'pdf' ? (
    <Suspense fallback={loading}>
      <PdfView {...props} />
    </Suspense>
  ) : (
    <PictureView {...props} type={pictureType(file)} />
  )
}
