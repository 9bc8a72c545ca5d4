import { useMutation } from '@tanstack/react-query'
import { publications, type StatPeriod } from '@xinchu/sdk'
import { periodText } from '@xinchu/validators'
import { callsOf } from '../../../app/query-client.ts'
import { useCan } from '../../../app/use-can.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { FileMenu } from './file-menu.tsx'

const sdkOf = callsOf({ publications })

const FORMATS = [
  ['docx', 'Word（docx）'],
  ['pdf', 'PDF'],
  ['zip', '数据（Parquet）'],
] as const
type Format = (typeof FORMATS)[number][0]

interface BulletinButtonProps {
  /** Undefined for the working records of today. */
  period: StatPeriod | undefined
  provinceCode: string | undefined
  /** The batch or moment that the page is of. */
  asOf: string | undefined
}

/** Saves the bulletin of a stored quarter, or its data, for those who may export. */
export function BulletinButton({ period, provinceCode, asOf }: BulletinButtonProps) {
  const isAllowed = useCan(['esProject:export'])
  const isStored = period !== undefined && (period.batch ?? '') >= periodText(period)
  const save = useMutation({
    mutationFn: (format: Format, { client }) => {
      const sdk = sdkOf(client)
      const asked = { year: period?.year ?? 0, quarter: period?.quarter ?? 4, ...(asOf ? { asOf } : {}) }
      return format === 'zip'
        ? sdk.publications.downloadOpenData(asked)
        : sdk.publications.downloadBulletin({ ...asked, format, ...(provinceCode ? { provinceCode } : {}) })
    },
    onSuccess: ({ blob, fileName }, format) => saveFile(blob, fileName ?? `季度通报.${format}`),
  })
  if (!isAllowed || !isStored) return null
  return (
    <FileMenu label="季度通报" formats={FORMATS} onFormat={(format) => save.mutate(format)}>
      {(trigger) => (
        <Button icon="download" busy={save.isPending} {...trigger}>
          季度通报
        </Button>
      )}
    </FileMenu>
  )
}
