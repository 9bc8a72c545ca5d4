import { useQuery } from '@tanstack/react-query'
import type { DemoCopySource } from '@xinchu/sdk'
import { useState } from 'react'
import { batchName } from '../../../records/pilot-batch.ts'
import { PILOT_PARTS, titleOfPart } from '../../../records/pilot-parts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Select } from '../../../ui/inputs.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { type CopyRequest, pilotQueries } from '../queries.ts'
import { useApply } from './context.ts'

type Section = DemoCopySource['sections'][number]
type Chosen = Pick<CopyRequest, 'sourceId' | 'sections'>

const keyOf = ({ part, field }: Section) => `${part}/${field}`

/** 612 字 or 4 行. */
const sizeOf = ({ words, rows }: Section): string =>
  words === undefined ? (rows === undefined ? '' : `${rows} 行`) : `${words.toLocaleString('en')} 字`

interface SectionsProps {
  source: DemoCopySource
  ticked: ReadonlySet<string>
  onTick: (ticked: ReadonlySet<string>) => void
}

/** The sections of an earlier application by part. Those of a part that is locked cannot be ticked. */
function Sections({ source, ticked, onTick }: SectionsProps) {
  const { isOpen } = useApply()
  const toggle = (key: string, isOn: boolean) => {
    const next = new Set(ticked)
    if (isOn) next.add(key)
    else next.delete(key)
    onTick(next)
  }
  return PILOT_PARTS.map((part) => {
    const own = source.sections.filter((section) => section.part === part)
    if (own.length === 0) return null
    return (
      <fieldset key={part} className="overflow-hidden rounded-lg border border-line">
        <legend className="sr-only">{titleOfPart(part)}</legend>
        <p className="border-line border-b bg-sunken px-3 py-1.5 font-medium text-s" aria-hidden="true">
          {titleOfPart(part)}
          {!isOpen(part) && <span className="font-normal text-ink-soft">　未退回，已锁定</span>}
        </p>
        <ul className="grid gap-x-6 sm:grid-cols-2">
          {own.map((section) => (
            <li key={section.field} className="flex min-h-9 items-center justify-between gap-2 px-3 text-s">
              <Checkbox
                disabled={!isOpen(part)}
                checked={ticked.has(keyOf(section))}
                onChecked={(isOn) => toggle(keyOf(section), isOn)}
              >
                {section.label}
              </Checkbox>
              <span className="whitespace-nowrap text-ink-faint text-xs">{sizeOf(section)}</span>
            </li>
          ))}
        </ul>
      </fieldset>
    )
  })
}

/** The application to copy from and its ticks: at first what the platform suggests of the open parts. */
function useChoice(sources: readonly DemoCopySource[] = []) {
  const { isOpen } = useApply()
  const [chosen, setChosen] = useState<number>()
  const [own, setOwn] = useState<ReadonlySet<string>>()
  const source = sources.find(({ projectId }) => projectId === chosen) ?? sources[0]
  const sections = source?.sections ?? []
  const suggested = sections.filter((section) => section.suggested && isOpen(section.part))
  const ticked = own ?? new Set(suggested.map(keyOf))
  return {
    source,
    ticked,
    setTicked: setOwn,
    sections: sections
      .filter((section) => ticked.has(keyOf(section)))
      .map(({ part, field }) => ({ part, field })),
    choose(id: number) {
      setChosen(id)
      setOwn(undefined)
    },
  }
}

interface CopyDialogProps {
  isBusy: boolean
  onCopy: (chosen: Chosen) => void
  onClose: () => void
}

/** Copies chosen sections of an own earlier application. Figures, dates and attachments are not ticked. */
export function CopyDialog({ isBusy, onCopy, onClose }: CopyDialogProps) {
  const { detail } = useApply()
  const { data, error, refetch } = useQuery(pilotQueries.copySources(detail.id))
  const { source, sections, ticked, setTicked, choose } = useChoice(data)
  const options = data?.map((each) => ({
    value: String(each.projectId),
    label: `${batchName(each)}　${each.projectName}`,
  }))
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title="从往批复制"
      description="勾选的内容会替换本次已填的同一项。日期、数值与附件须按本批重新填写，未预先勾选。"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="primary"
            busy={isBusy}
            disabled={!source || sections.length === 0}
            onClick={() => source && onCopy({ sourceId: source.projectId, sections })}
          >
            {sections.length > 0 ? `复制 ${sections.length} 项` : '复制（请先勾选）'}
          </Button>
        </>
      }
    >
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={6} />}
      {data?.length === 0 && <Empty>本单位没有可复制的往批申报</Empty>}
      {source && options && (
        <div className="grid gap-3">
          <Select
            aria-label="往批申报"
            value={String(source.projectId)}
            onValue={(id) => choose(Number(id))}
            options={options}
          />
          <Sections source={source} ticked={ticked} onTick={setTicked} />
        </div>
      )}
    </Dialog>
  )
}
