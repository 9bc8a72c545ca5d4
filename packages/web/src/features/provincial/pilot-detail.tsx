import { useQuery } from '@tanstack/react-query'
import { fields } from '@xinchu/contract/fields'
import { DeskLink } from '../../records/desk-link.tsx'
import { RecordNews } from '../../records/record-news.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FlowHistory } from '../../ui/record/flow-history.tsx'
import { RecordFiles } from '../../ui/record/record-files.tsx'
import { RecordFields } from '../../ui/record/record-group.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { type ProvincialDemo, provincialQueries } from './queries.ts'

const LEFT_OUT: readonly string[] = ['projectName', 'attachmentIds', 'esProjectId']
const specs = fields.ProvincialDemoFields.filter(({ name }) => !LEFT_OUT.includes(name))
const NAMES = { cityCode: 'cityName', countyCode: 'countyName' }

interface PilotDetailProps {
  /** The project as it was when it was opened. */
  opened: ProvincialDemo
  onClose: () => void
}

/** One provincial project with its approval and its history, as it is now. */
export function PilotDetail({ opened, onClose }: PilotDetailProps) {
  // Not kept: when it is opened again, its row is newer.
  const { data } = useQuery({ ...provincialQueries.demo(opened.id), gcTime: 0 })
  const demo = data ?? opened
  const { attachments = [], flow } = demo
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={demo.projectName}
      footer={
        <>
          <DeskLink entity="PROV_DEMO" id={demo.id} actions={demo.actions} />
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div>
          <RecordNews entity="PROV_DEMO" id={demo.id} history={flow.history} />
          <p className="flex flex-wrap items-center gap-2 text-s">
            {demo.provinceName}
            <StatusTag label={demo.statusLabel} />
            {flow.lastOpinion && <span className="text-ink-soft">意见：{flow.lastOpinion}</span>}
          </p>
        </div>
        <dl className="record-grid text-s">
          <RecordFields specs={specs} record={demo} names={NAMES} />
        </dl>
        {attachments.length > 0 && (
          <section aria-label="附件" className="text-s">
            <RecordFiles files={attachments} />
          </section>
        )}
        <FlowHistory history={flow.history} />
      </div>
    </Dialog>
  )
}
