import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fields } from '@xinchu/contract/fields'
import type { DemoProjectDraft } from '@xinchu/sdk'
import { useMemo } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { windowQuery } from '../../../records/window-status.tsx'
import { useFormSlice } from '../../../ui/form/context.ts'
import { FormIssues } from '../../../ui/form/form-bar.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { madeIdOf } from '../../../ui/form/made.ts'
import { SpecField } from '../../../ui/form/spec-field.tsx'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { type FormValues, textAt } from '../../../ui/form/values.ts'
import { notify } from '../../../ui/notice.tsx'
import { pilotMutations, pilotQueries } from '../queries.ts'

const NAMES = ['projectName', 'batchYear', 'batchNo', 'provinceCode', 'esProjectId']
const specs = fields.DemoProjectFields.filter(({ name }) => NAMES.includes(name))

function LinkField() {
  const { data = [] } = useQuery(pilotQueries.linkable())
  const province = useFormSlice(({ values }) => textAt(values, 'provinceCode'))
  return (
    <SpecField
      name="esProjectId"
      options={data.filter(({ provinceCode }) => provinceCode === province)}
      hint="选填：单位、地点、规模与投资取自该项目，不必重填"
    />
  )
}

function Fields({ initial, onClose }: { initial: FormValues; onClose: () => void }) {
  const navigate = useNavigate()
  const open = async (id: number) => {
    onClose()
    await navigate({ to: '/demonstration/apply/form', search: { id: String(id) } })
  }
  const form = useRecordForm({ id: 'demo-new', specs, initial })
  const creating = useMutation({
    ...pilotMutations.create,
    meta: { ...pilotMutations.create.meta, showsFieldErrors: true },
    async onSuccess({ id }) {
      form.saved()
      await open(id)
    },
    async onError(error) {
      const made = madeIdOf(error)
      if (made === undefined) {
        form.takeError(error)
        return
      }
      // Its whole material is there by now: what is typed here must not replace it.
      notify('这份填写已在另一窗口或设备建立申报，已打开。此处填写的内容留在“未提交的填写”中', 'error')
      await open(made)
    },
  })
  const submit = () => {
    // The server checks the same contract again.
    if (form.validate('submit', NAMES.slice(0, -1)))
      creating.mutate({
        draft: form.store.draft() as unknown as DemoProjectDraft,
        unsavedSlot: form.slot(),
      })
  }
  return (
    <FormDialog
      form={form}
      title="新建示范项目申报"
      action="建立并填写"
      busy={creating.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormIssues />
      <SpecField name="projectName" wide />
      <SpecField name="batchYear" />
      <SpecField name="batchNo" />
      <SpecField name="provinceCode" label="建设地点" hint="建立后省份不变" />
      <LinkField />
    </FormDialog>
  )
}

/** Starts an application in the batch that is open; year, batch and province are fixed by it. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const user = useQuery(sessionQueries.info).data?.user
  const { data: windows } = useQuery(windowQuery({ fillType: 'DEMO_APPLY' }))
  const initial = useMemo((): FormValues | undefined => {
    if (!user || !windows) return undefined
    const open = windows.find((each) => each.open && each.enabled)
    const batchNo = open?.batchNo ?? 1
    return {
      ...(open ? { batchYear: String(open.year), batchNo: String(batchNo) } : {}),
      provinceCode: user.provinceCode ?? '',
    }
  }, [user, windows])
  return initial && <Fields initial={initial} onClose={onClose} />
}
