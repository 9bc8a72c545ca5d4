import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { ShownContext } from '../shown.ts'
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
type Format = (typeof FORMATS)[number][0]

interface AddressFilesProps {
  /** Name of the saved rows. */
  title: string
  /** Name of the rows in the file's title. Default: the table's name. */
  about?: string
  /** Conditions by which the page's address has these rows, besides its own. */
  conditions?: string
}

/** Menu to save a list of which the page shows a part: all its rows, as the page's address answers them. */
export function AddressFiles({ title, about, conditions }: AddressFilesProps) {
  const page = use(ShownContext)
  const save = useMutation({
    mutationFn: async (format: Format) => {
      if (format === 'copyCsv') return copyAddress(pageAddress('csv', conditions))
      if (format === 'copyJson') return copyAddress(pageAddress('json', conditions))
      const { saveAddress, saveAnswer } = await import('./save-address.ts')
      if (format !== 'xlsx') return saveAddress(pageAddress(format, conditions))
      await saveAnswer(pageAddress('json', conditions), page ? partsOf(page) : [], about)
    },
  })
  const label = `下载${title}`
  return (
    <FileMenu label={label} formats={FORMATS} onFormat={(format) => save.mutate(format)}>
      {(trigger) => <IconButton icon="download" label={label} disabled={save.isPending} {...trigger} />}
    </FileMenu>
  )
}
