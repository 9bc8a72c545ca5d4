import { IconButton } from '../../button.tsx'
import { StepButton } from './step-button.tsx'
import { FITTED, LARGEST, SMALLEST, turned, type View, zoomed } from './view.ts'

interface ViewToolsProps {
  view: View
  onChange: (view: View) => void
}

/** Magnifies and turns the shown file. The keys are handled by the preview. */
export function ViewTools({ view, onChange }: ViewToolsProps) {
  return (
    <div role="toolbar" aria-label="查看" className="flex items-center gap-0.5 text-s">
      <StepButton
        icon="minus"
        label="缩小（-）"
        aria-keyshortcuts="-"
        isEnd={view.zoom <= SMALLEST}
        onStep={() => onChange(zoomed(view, -1))}
      />
      <button
        type="button"
        title="适合窗口（0）"
        aria-keyshortcuts="0"
        className="h-8 min-w-14 rounded-md px-1.5 text-ink-soft tabular-nums hover:bg-hover hover:text-ink"
        onClick={() => onChange(FITTED)}
      >
        {view.zoom === 1 ? '适合' : `${Math.round(view.zoom * 100)}%`}
      </button>
      <StepButton
        icon="plus"
        label="放大（+）"
        aria-keyshortcuts="+"
        isEnd={view.zoom >= LARGEST}
        onStep={() => onChange(zoomed(view, 1))}
      />
      <IconButton
        icon="turn"
        label="旋转（R）"
        aria-keyshortcuts="R"
        onClick={() => onChange(turned(view))}
      />
    </div>
  )
}
