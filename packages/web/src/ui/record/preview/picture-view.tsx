import { useEffect, useMemo, useState } from 'react'
import { usePaneSize } from './use-pane-size.ts'
import type { View } from './view.ts'
import { ViewBar } from './view-bar.tsx'

interface PictureViewProps {
  blob: Blob
  type: string
  name: string
  view: View
  onView: (view: View) => void
  onBroken: () => void
}

const PADDING = 12

/** Address of a blob as long as the component is shown. */
function useAddress(blob: Blob, type: string): string {
  const typed = useMemo(() => new Blob([blob], { type }), [blob, type])
  const [address, setAddress] = useState('')
  useEffect(() => {
    const created = URL.createObjectURL(typed)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [typed])
  return address
}

/** Scale at which a picture fits into the pane. A small one is not enlarged. */
function fitOf(natural: Size, room: Size, isLying: boolean): number {
  const [width, height] = isLying ? [natural.height, natural.width] : [natural.width, natural.height]
  if (!width || !height || !room.width) return 0
  return Math.min(1, (room.width - 2 * PADDING) / width, (room.height - 2 * PADDING) / height)
}

interface Size {
  width: number
  height: number
}

/** A picture, fitted into the pane, magnified or turned. */
export function PictureView({ blob, type, name, view, onView, onBroken }: PictureViewProps) {
  const { zoom, turn } = view
  const { pane, size } = usePaneSize()
  const [natural, setNatural] = useState<Size>({ width: 0, height: 0 })
  const address = useAddress(blob, type)
  const isLying = turn % 180 !== 0
  const scale = fitOf(natural, size, isLying) * zoom
  const width = natural.width * scale
  const height = natural.height * scale
  const box = isLying ? { width: height, height: width } : { width, height }
  return (
    <>
      <section
        ref={pane}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is scrolled by the arrow keys
        tabIndex={0}
        aria-label={`${name} 的内容`}
        className="grid min-h-0 flex-1 overflow-auto bg-canvas p-3"
      >
        <div className="relative m-auto shrink-0" style={box}>
          {address && (
            <img
              src={address}
              alt={name}
              className="absolute top-1/2 left-1/2 max-w-none bg-white shadow-float"
              style={{
                width: width || undefined,
                height: height || undefined,
                transform: `translate(-50%, -50%) rotate(${turn}deg)`,
                visibility: width ? undefined : 'hidden',
              }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
              onError={onBroken}
            />
          )}
        </div>
      </section>
      <ViewBar view={view} onChange={onView} />
    </>
  )
}
