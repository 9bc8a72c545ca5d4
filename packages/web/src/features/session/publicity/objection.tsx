import type { PublicDemo } from '@xinchu/sdk'
import { useState } from 'react'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PageLink } from '../navigation.tsx'
import { usePlatform } from '../platform-settings.ts'
import { FilingForm } from './filing.tsx'
import { Receipt } from './receipt.tsx'
import type { Filed } from './use-filing.ts'

interface ObjectionProps {
  projects: readonly PublicDemo[]
  /** Where objections on paper are received. */
  contact: string | undefined
}

/** Filing of objections during the publicity period, without an account. */
export function Objection({ projects, contact }: ObjectionProps) {
  const [isOpen, setOpen] = useState(false)
  const [filed, setFiled] = useState<{ receipt: Filed; projectId: number }>()
  const isOff = usePlatform()?.sms === 'off'
  const onPaper = `暂不能在线提出异议。请在公示期内书面提出，署名并附证明材料${contact ? `：${contact}` : '。'}`
  const project = projects.find(({ id }) => id === filed?.projectId)?.projectName ?? ''
  return (
    <section aria-label="提出异议" className="card px-4 py-4 sm:px-5">
      <h2 className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 font-medium text-base print:hidden">
        提出异议
        <PageLink to="/objection" className="font-normal text-brand-ink text-s hover:underline">
          异议查询
        </PageLink>
      </h2>
      <p className="mb-3 text-ink-soft text-s print:hidden">
        公示期内可实名提出异议，须写明事实与理由并附证明材料。异议由推荐单位核实，由国家能源主管部门答复。您的姓名、单位和联系方式只有国家能源主管部门和平台运营单位知悉。
      </p>
      {isOff ? (
        <p>{onPaper}</p>
      ) : filed ? (
        <Receipt filed={filed.receipt} project={project} onAgain={() => setFiled(undefined)} />
      ) : isOpen ? (
        <FilingForm
          projects={projects}
          otherwise={onPaper}
          onFiled={(receipt, projectId) => setFiled({ receipt, projectId })}
          onClose={() => setOpen(false)}
        />
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <PlainButton look="primary" onClick={() => setOpen(true)}>
            提出异议
          </PlainButton>
          {contact && <span className="text-ink-soft text-s">也可书面提出：{contact}</span>}
        </p>
      )}
    </section>
  )
}
