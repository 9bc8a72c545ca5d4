import { use } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { type ShownCard, ShownContext } from '../shown.ts'
import { FileMenu } from './file-menu.tsx'
import { partsOf } from './parts-of.ts'
import type { FORMATS } from './save-card.ts'

const NAMES: readonly (readonly [format: (typeof FORMATS)[number], name: string])[] = [
  ['png', '图片（PNG）'],
  ['svg', '矢量图（SVG）'],
  ['xlsx', '表格（xlsx）'],
  ['csv', '表格（CSV）'],
]

/** Menu to save a chart as a picture or a table. */
export function CardFiles({ card }: { card: ShownCard | undefined }) {
  const page = use(ShownContext)
  const save = async (format: (typeof FORMATS)[number]) => {
    if (!card) return
    const { saveCard } = await import('./save-card.ts')
    await saveCard(card, page ? partsOf(page) : [], format)
  }
  const label = `下载${card?.title ?? ''}`
  return (
    <FileMenu label={label} formats={NAMES} onFormat={(format) => void save(format)}>
      {(trigger) => <IconButton icon="download" label={label} disabled={!card} {...trigger} />}
    </FileMenu>
  )
}
