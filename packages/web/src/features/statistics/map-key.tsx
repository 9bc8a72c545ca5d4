import { KEY_WIDTH, type KeyLine, LINE, type MapKey } from './options/map-legend.ts'
import type { Palette } from './palette.ts'

/** Sign of a line: a swatch, a hatched one, or the mark of divisions without outlines. */
function Sign({ palette, line: { fill, look } }: { palette: Palette; line: KeyLine }) {
  const { ink, outline } = palette
  return (
    <svg aria-hidden="true" width="18" height="13" viewBox="-1 -1 18 13">
      {look === 'diamond' ? (
        <path d="M8-.5l6 6-6 6-6-6z" fill={fill} stroke={ink} />
      ) : (
        <rect width="16" height="11" fill={fill} stroke={outline} />
      )}
      {look === 'hatched' && <path d="M0 11L11 0M5 11L16 0M10 11l6-6" stroke={outline} />}
    </svg>
  )
}

const LINES = 'bg-surface/85 px-1 text-ink-soft text-xs'

function Lines({ palette, lines }: { palette: Palette; lines: readonly KeyLine[] }) {
  return lines.map((line) => (
    <li key={line.text} style={{ height: LINE }} className="flex items-center whitespace-nowrap">
      <Sign palette={palette} line={line} />
      <span className={`ml-1.5 ${line.count === undefined ? '' : 'w-[92px]'}`}>{line.text}</span>{' '}
      {line.count !== undefined && <span className="text-ink-faint">{line.count} 地</span>}
    </li>
  ))
}

/** Key over a map: at its side in one column, below a narrow one in two. */
export function DrawnKey({ palette, title, classes, others }: MapKey) {
  return (
    <div className="@min-[600px]:block pointer-events-none absolute bottom-0.5 left-0 flex items-end">
      <div style={{ width: KEY_WIDTH }} className={LINES}>
        <p style={{ lineHeight: `${LINE}px` }} className="font-semibold">
          {title}
        </p>
        <ul aria-label={title}>
          <Lines palette={palette} lines={classes} />
        </ul>
      </div>
      {others.length > 0 && (
        <ul aria-label="其他标记" className={LINES}>
          <Lines palette={palette} lines={others} />
        </ul>
      )}
    </div>
  )
}
