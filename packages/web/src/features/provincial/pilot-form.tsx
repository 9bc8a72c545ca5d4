import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ReportStatus } from '@xinchu/contract/codes'
import { fields } from '@xinchu/contract/fields'
import type { FieldSpec } from '@xinchu/validators'
import type { ReactNode } from 'react'
import { perform } from '../../app/query-client.ts'
import { sessionQueries } from '../../app/session-queries.ts'
import { RecordNews } from '../../records/record-news.tsx'
import {
  AskedField,
  ReportRemarksProvider,
  ReturnedReport,
  useReportRemarks,
} from '../../records/report-remarks.tsx'
import { useFormSteps } from '../../records/use-form-steps.ts'
import { useChanged } from '../../records/watched.ts'
import { Button } from '../../ui/button.tsx'
import type { RecordForm } from '../../ui/form/context.ts'
import { continueFrom } from '../../ui/form/continue-from.ts'
import { FilesField } from '../../ui/form/files-field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { SpecField } from '../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../ui/form/use-record-form.ts'
import { useStored } from '../../ui/form/use-stored.ts'
import { type FormValues, valuesOf } from '../../ui/form/values.ts'
import { notify } from '../../ui/notice.tsx'
import {
  type PilotDraft,
  type ProvincialDemo,
  provincialMutations,
  provincialQueries,
  RETURNED,
} from './queries.ts'

type PilotAction = 'SAVE' | 'SUBMIT'

const isWithProvince = (status: string) => status === ReportStatus.draft || RETURNED.includes(status)

/** The province is the caller's own and not sent; the control of places shows it. */
const PROVINCE: FieldSpec = { name: 'provinceCode', caption: '建设地点', kind: 'region' }
const specs: readonly FieldSpec[] = [PROVINCE, ...fields.ProvincialDemoFields]
const FILES = [{ bizType: 'PROV_DEMO_DOC', label: '省级批复文件', required: true }]
// The files and the linked record have fields of their own, or none.
const OWN: readonly string[] = ['attachmentIds', 'esProjectId']
const WIDE: readonly string[] = ['projectName', 'supportPolicy']

/** The places of the region's control besides the own province. */
const PLACES: readonly string[] = ['cityCode', 'countyCode']
const names = specs.map(({ name }) => name).filter((name) => name !== 'esProjectId')

const initialOf = (demo: ProvincialDemo | undefined, year: number, provinceCode: string | undefined) =>
  demo
    ? valuesOf(specs, { ...demo, attachmentIds: demo.attachments ?? [] })
    : valuesOf(specs, { year, batchNo: 1, provinceCode })

interface PilotSteps {
  form: RecordForm
  stored: ProvincialDemo | undefined
  isBusy: boolean
  setStored: (demo: ProvincialDemo) => void
  valuesIn: (demo: ProvincialDemo) => FormValues
}

/** Lets the form learn of the steps of others. The project is read again once there is one. */
function usePilotSteps({ form, stored, isBusy, setStored, valuesIn }: PilotSteps) {
  const id = stored?.id ?? 0
  const { isChanged } = useChanged('PROV_DEMO', id)
  const { data } = useQuery({ ...provincialQueries.demo(id), enabled: isChanged, staleTime: 0 })
  const latest = data ?? undefined
  const isHeld = useFormSteps({
    entity: 'PROV_DEMO',
    id: stored?.id,
    form,
    isLater: latest !== undefined && latest.version > (stored?.version ?? latest.version),
    isBusy,
    onLater() {
      if (latest && continueFrom(form.api, valuesIn(latest))) setStored(latest)
    },
  })
  return { latest, isHeld }
}

/** A control with the remarks on the fields that it holds. */
function Asked({ names: [name, ...others], children }: { names: readonly string[]; children: ReactNode }) {
  if (name === undefined) return children
  return (
    <AskedField name={name}>
      <Asked names={others}>{children}</Asked>
    </AskedField>
  )
}

const PilotFields = () => (
  <>
    {specs
      .filter(({ name }) => !OWN.includes(name) && !PLACES.includes(name))
      .map(({ name }) => (
        <Asked key={name} names={name === PROVINCE.name ? PLACES : [name]}>
          <SpecField name={name} {...(WIDE.includes(name) ? { wide: true } : {})} />
        </Asked>
      ))}
    <div className="col-span-full">
      <AskedField name="attachmentIds">
        <FilesField name="attachmentIds" label="附件" kinds={FILES} />
      </AskedField>
    </div>
  </>
)

interface PilotFormProps {
  /** The project to edit; a new one if absent. */
  demo: ProvincialDemo | undefined
  /** The year of a new project. */
  year: number
  onClose: () => void
}

/** Form of a provincial project: saved as a draft, or submitted to the nation. */
export function PilotForm({ demo, year, onClose }: PilotFormProps) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const form = useRecordForm({
    id: 'provincial-demo',
    recordId: demo?.id,
    version: demo?.version,
    specs,
    initial: initialOf(demo, year, user.provinceCode),
  })
  const client = useQueryClient()
  const valuesIn = (found: ProvincialDemo) => initialOf(found, year, user.provinceCode)
  const { stored, setStored, save } = useStored({
    form,
    given: demo,
    read: (id) => client.fetchQuery({ ...provincialQueries.demo(id), staleTime: 0 }),
    valuesOf: valuesIn,
  })
  const saving = useMutation({
    meta: { showsFieldErrors: true },
    mutationFn: ({ draft, action }: { draft: PilotDraft; action: PilotAction }) =>
      save(
        (of, call) => perform(client, provincialMutations.savePilot, { draft, action, stored: of, call }),
        ({ status }) => action === 'SAVE' || !isWithProvince(status),
      ),
    onSuccess(_, { action }) {
      form.saved()
      notify(action === 'SUBMIT' ? '已提交国家能源主管部门' : '已保存', 'success')
      onClose()
    },
    onError: form.takeError,
  })
  const send = (action: PilotAction) => {
    if (!form.validate(action === 'SUBMIT' ? 'submit' : 'draft')) return
    const { provinceCode: _own, ...draft } = form.store.draft()
    saving.mutate({ draft: draft as PilotDraft, action }) // checked by the same contract
  }
  const { latest, isHeld } = usePilotSteps({ form, stored, isBusy: saving.isPending, setStored, valuesIn })
  const remarks = useReportRemarks('PROV_DEMO', latest ?? demo, names, RETURNED)
  const isBusy = (action: string) => saving.isPending && saving.variables.action === action
  return (
    <FormDialog
      form={form}
      title={stored ? '修改省级示范项目' : '新增省级示范项目'}
      action="提交"
      busy={isBusy('SUBMIT')}
      onSubmit={() => send('SUBMIT')}
      onClose={onClose}
      more={
        <Button busy={isBusy('SAVE')} disabled={saving.isPending} onClick={() => send('SAVE')}>
          保存草稿
        </Button>
      }
    >
      <ReportRemarksProvider value={remarks}>
        {stored && (
          <div className="col-span-full">
            <RecordNews
              key={stored.id}
              entity="PROV_DEMO"
              id={stored.id}
              history={latest?.flow.history ?? []}
              isHeld={isHeld}
            />
          </div>
        )}
        <div className="col-span-full mb-3 empty:hidden">
          <ReturnedReport names={names} />
        </div>
        <PilotFields />
      </ReportRemarksProvider>
    </FormDialog>
  )
}
