import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { type ShownCard, ShownContext } from '../shown.ts'
import { pageAddress } from './address.ts'
import { copyAddress } from './copy-address.ts'
import { FileMenu } from './file-menu.tsx'
import { partsOf } from './parts-of.ts'

const FORMATS = [
  ['xlsx', '表格（xlsx）'],
  ['csv', '表格（CSV）'],
  ['parquet', '数据（Parquet）'],
  ['copyCsv', '复制 CSV 地址'],
  ['copyJson', '复制 JSON 地址'],
] as const
const PICTURES = [
  ['png', '图片（PNG）'],
  ['svg', '矢量图（SVG）'],
] as const
type Format = (typeof FORMATS | typeof PICTURES)[number][0]

interface AddressFilesProps {
  /** Name of the saved rows. */
  title: string
  /** Name of the rows in the file's title. Default: the table's name. */
  about?: string
  /** Conditions by which the page's address has these rows, besides its own. */
  conditions?: string
  /** Drawing of the page, which is saved as a picture. */
  card?: ShownCard | undefined
  /** Text of the button. Default: an icon. */
  text?: string
  /** The page shows something else than the rows of its address. */
  isOff?: boolean
}

/** Menu to save a list of which the page shows a part: all its rows, as the page's address answers them, and its drawing. */
export function AddressFiles({ title, about, conditions, card, text, isOff = false }: AddressFilesProps) {
  const page = use(ShownContext)
  const save = useMutation({
    mutationFn: async (format: Format, { client }) => {
      if (format === 'png' || format === 'svg') {
        const { saveCard } = await import('./save-card.ts')
        return card && saveCard(client, card, page ? partsOf(page) : [], format)
      }
      if (format === 'copyCsv') return copyAddress(pageAddress('csv', conditions))
      if (format === 'copyJson') return copyAddress(pageAddress('json', conditions))
      const { saveAddress, saveAnswer } = await import('./save-address.ts')
      if (format !== 'xlsx') return saveAddress(client, pageAddress(format, conditions))
      await saveAnswer(client, pageAddress('json', conditions), page ? partsOf(page) : [], about)
    },
  })
  const label = `下载${title}`
  return (
    <FileMenu<Format>
      label={label}
      formats={[...(card ? PICTURES : []), ...FORMATS]}
      onFormat={(format) => save.mutate(format)}
    >
      {(trigger) =>
        text === undefined ? (
          <IconButton icon="download" label={label} disabled={isOff || save.isPending} {...trigger} />
        ) : (
          <Button icon="download" disabled={isOff} busy={save.isPending} {...trigger}>
            {text}
          </Button>
        )
      }
    </FileMenu>
  )
}
