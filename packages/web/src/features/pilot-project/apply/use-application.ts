import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { DemoProjectDetail, OutlineNode } from '@xinchu/sdk'
import { useMemo, useState } from 'react'
import { perform } from '../../../app/query-client.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { FORM_PARTS, type FormPart, pilotRows } from '../../../records/pilot-parts.ts'
import { tellDone } from '../../../records/tell-done.ts'
import { useFormSteps } from '../../../records/use-form-steps.ts'
import { type RecordForm, useFormSlice } from '../../../ui/form/context.ts'
import { useRecordForm } from '../../../ui/form/use-record-form.ts'
import { textAt } from '../../../ui/form/values.ts'
import { notify } from '../../../ui/notice.tsx'
import { type CopyRequest, pilotMutations, pilotQueries } from '../queries.ts'
import type { ApplyForm } from './context.ts'
import { checkPilot, gapsOf, pilotParents, pilotSpecs, pilotValues } from './model.ts'
import { usePilotSaving, type Versions, writtenVersions } from './saving.ts'

const NONE: readonly OutlineNode[] = []

/** The outlines of the two long documents, with the entries of the chosen technology. */
function useOutlines(techType: string): ApplyForm['outline'] {
  const application = useQuery(pilotQueries.outline('APPLICATION', techType || undefined)).data
  const implementation = useQuery(pilotQueries.outline('IMPLEMENTATION')).data
  return { APPLICATION: application ?? NONE, IMPLEMENTATION: implementation ?? NONE }
}

/** Signs, saves and submits; the list is shown afterwards. */
function useSubmission(detail: DemoProjectDetail, save: () => Promise<Versions>, onLeave: () => void) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    async mutationFn() {
      const { id } = detail
      const { MASTER: version = detail.version } = await save()
      const versions = [{ id, version }]
      return perform(client, pilotMutations.act, { ids: [id], versions, action: 'SUBMIT' })
    },
    async onSuccess({ failed, undo }) {
      const [refused] = failed
      if (refused) return notify(refused.message, 'error', { code: refused.code })
      tellDone(client, `已提交至${detail.recommendOrgName ?? '推荐单位'}`, undo ? [undo] : [], '已撤销提交')
      await navigate({ to: '/demonstration/apply/index' })
      onLeave()
    },
  })
}

/** Keys of the form that do not belong to a field. */
function useFormKeys(showPart: (part: FormPart) => void, save: () => void): void {
  useShortcuts([
    { keys: 'Ctrl+S', where: '示范项目申报', does: '保存', onPress: save },
    ...FORM_PARTS.map(({ part, title }, index) => ({
      keys: `Alt+${index + 1}`,
      where: '示范项目申报',
      does: `到“${title}”`,
      onPress: () => showPart(part),
    })),
  ])
}

/** The form's record: all parts in one form, so that rules apply across them. */
function usePilotForm(detail: DemoProjectDetail): RecordForm {
  const initial = useMemo(() => pilotValues(detail), [detail])
  return useRecordForm({
    id: 'demo-project',
    recordId: detail.id,
    version: detail.version,
    specs: pilotSpecs,
    rows: pilotRows,
    parents: pilotParents,
    check: checkPilot,
    initial,
  })
}

/** The current part and section. */
function usePlace(form: RecordForm, first: FormPart) {
  const [part, setPart] = useState<FormPart>(first)
  const [active, setActive] = useState<string>()
  return {
    part,
    active,
    setActive,
    show(next: FormPart) {
      setPart(next)
      setActive(undefined)
    },
    go(next: FormPart, field: string) {
      setPart(next)
      setActive(next === 'ATTACHMENTS' ? 'attachments' : field.split('.')[0])
      // The part's fields exist only after the render.
      setTimeout(() => form.focus(next === 'ATTACHMENTS' ? 'attachments' : field))
    },
  }
}

interface Leaving {
  /** Reloads the application. */
  onReload: () => void
  onLeave: () => void
}

/** State of an open application: form, current part, saving, copying and submitting. */
export function useApplication(detail: DemoProjectDetail, { onReload, onLeave }: Leaving) {
  const form = usePilotForm(detail)
  const open = detail.partStatus.editableParts ?? []
  const isOpen = (part: FormPart) => part === 'COMMITMENT' || open.some((each) => each === part)
  const { part, active, setActive, show, go } = usePlace(form, open[0] ?? 'MASTER')
  const values = useFormSlice((state) => state.values, form.api)
  const gaps = gapsOf(values)
  const outline = useOutlines(textAt(values, 'techType'))
  const saving = usePilotSaving(form, detail, isOpen)
  const signed = () => (isOpen('APPLICATION') ? saving.save({ commitment: 'true' }) : saving.save())
  const sending = useSubmission(detail, signed, onLeave)
  const taking = useMutation({ mutationFn: () => saving.save({}, true), onSuccess: onReload })
  const copying = useMutation({
    async mutationFn(chosen: Pick<CopyRequest, 'sourceId' | 'sections'>, { client }) {
      // Copied content replaces stored content, so input is saved first.
      const versions = writtenVersions(await saving.save())
      return perform(client, pilotMutations.copy, { projectId: detail.id, versions, ...chosen })
    },
    onSuccess: onReload,
  })
  const showPart = (next: FormPart) => {
    show(next)
    saving.saveNow()
  }
  const isHeld = useFormSteps({
    entity: 'DEMO',
    id: detail.id,
    form,
    isLater: detail.version > (saving.versions.MASTER ?? detail.version),
    isBusy: saving.isBusy || sending.isPending || taking.isPending || copying.isPending,
    onLater: () => saving.follow(detail),
  })
  useFormKeys(showPart, saving.saveNow)
  const context: ApplyForm = { detail, part, active, gaps, outline, isOpen, setActive, showPart, go }
  return { form, open, context, values, saving, sending, taking, copying, isHeld }
}
