import { type MutationFunctionContext, useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { useEmbed } from '../embed/use-embed.ts'
import type { CardName } from '../pinned/cards.ts'
import { usePin } from '../pinned/use-pin.ts'
import { isDrawn, type ShownCard, ShownContext, type ShownTable } from '../shown.ts'
import { addressOf } from './address.ts'
import { copyAddress } from './copy-address.ts'
import { FileMenu } from './file-menu.tsx'
import { partsOf } from './parts-of.ts'
import type { FORMATS } from './save-card.ts'

type Format = (typeof FORMATS)[number]

type Named = readonly (readonly [format: Format, name: string])[]

const OF_TABLE: Named = [
  ['xlsx', '表格（xlsx）'],
  ['csv', '表格（CSV）'],
]
const OF_CHART: Named = [['png', '图片（PNG）'], ['svg', '矢量图（SVG）'], ...OF_TABLE]

const OF_ADDRESS = [
  ['parquet', '数据（Parquet）'],
  ['copyCsv', '复制 CSV 地址'],
  ['copyJson', '复制 JSON 地址'],
] as const
type Choice = Format | (typeof OF_ADDRESS)[number][0] | 'pin' | 'embed'

interface CardFilesProps {
  card: ShownCard | ShownTable | undefined
  /** Name under which it can be pinned. */
  pin?: CardName | undefined
}

/**
 * Menu to save a chart as a picture or its rows as a file, to pin it, and to copy the address of its rows for
 * programs or of the card alone. A
 * table without a drawing has no pictures.
 */
export function CardFiles({ card, pin }: CardFilesProps) {
  const page = use(ShownContext)
  const pinned = usePin(pin)
  const embed = useEmbed(pin)
  // A pinned card is not at the address of its page.
  const isAtPage = location.pathname.startsWith('/planningmonitoring/')
  const addresses =
    card && isAtPage
      ? {
          parquet: addressOf(card, 'parquet'),
          copyCsv: addressOf(card, 'csv'),
          copyJson: addressOf(card, 'json'),
        }
      : undefined
  const choose = async (choice: Choice, { client }: MutationFunctionContext): Promise<void> => {
    if (choice === 'pin') return pinned?.toggle()
    if (choice === 'embed') return embed?.()
    if (!card) return
    if (choice === 'parquet')
      return (await import('./save-address.ts')).saveAddress(client, addresses?.parquet ?? '')
    if (choice === 'copyCsv' || choice === 'copyJson') return copyAddress(addresses?.[choice] ?? '')
    const { saveCard } = await import('./save-card.ts')
    await saveCard(client, card, page ? partsOf(page) : [], choice)
  }
  const save = useMutation({ mutationFn: choose })
  const label = `下载${card?.title ?? ''}`
  const formats: readonly (readonly [Choice, string])[] = [
    ...(card && !isDrawn(card) ? OF_TABLE : OF_CHART),
    ...(addresses?.parquet === undefined ? [] : OF_ADDRESS),
    ...(embed ? [['embed', '嵌入（复制地址）'] as const] : []),
    ...(pinned ? [['pin', pinned.isPinned ? '从首页取消固定' : '固定到首页'] as const] : []),
  ]
  return (
    <FileMenu<Choice> label={label} formats={formats} onFormat={(choice) => save.mutate(choice)}>
      {(trigger) => <IconButton icon="download" label={label} disabled={!card} {...trigger} />}
    </FileMenu>
  )
}
