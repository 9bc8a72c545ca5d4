import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { figure } from '../../../lib/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { type Owner, systemMutations, systemQueries } from '../queries.ts'

interface OwnerMergeProps {
  owner: Owner
  owners: readonly Owner[]
  onClose: () => void
}

/** Merges an owner into another one, after it has shown what moves. */
export function OwnerMergeDialog({ owner, owners, onClose }: OwnerMergeProps) {
  const [into, setInto] = useState('')
  const { data: plan } = useQuery(systemQueries.mergePlan(owner.id, Number(into)))
  const merging = useMutation({ ...systemMutations.mergeOwners, onSuccess: onClose })
  const others = owners.filter(({ id, enabled }) => enabled && id !== owner.id)
  return (
    <Dialog
      open
      isFirm
      onClose={onClose}
      title={`合并“${owner.label}”`}
      description="其项目、机构与下级集团改属所选业主，本业主随后停用。已公布的统计数据不变。"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            look="danger"
            disabled={!into || !plan}
            busy={merging.isPending}
            onClick={() => merging.mutate({ fromId: owner.id, intoId: Number(into) })}
          >
            确定合并
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-s">
        <label htmlFor="merge-into" className="grid gap-1">
          并入
          <Combobox
            id="merge-into"
            value={into}
            onValue={setInto}
            options={others.map(({ id, label }) => ({ value: String(id), label }))}
          />
        </label>
        <p aria-live="polite">
          {into && plan
            ? `将改属：项目 ${figure(plan.projectCount)} 个，机构 ${figure(plan.orgCount)} 个，下级集团 ${figure(plan.childCount)} 个`
            : '选择并入的业主后，先列出将改属的数量'}
        </p>
      </div>
    </Dialog>
  )
}
