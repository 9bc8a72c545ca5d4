import { PlainButton } from '../../../ui/plain-button.tsx'
import { Facts } from '../facts.tsx'
import { PageLink } from '../navigation.tsx'
import type { Filed } from './use-filing.ts'

interface ReceiptProps {
  filed: Filed
  project: string
  onAgain: () => void
}

/** The receipt of an objection. Its code is shown only here. */
export function Receipt({ filed, project, onAgain }: ReceiptProps) {
  const { receiptNo, queryCode, receivedAt, digest } = filed
  return (
    <div role="status">
      <h3 className="mb-2 font-medium text-lg text-success">异议已登记</h3>
      <Facts
        lines={[
          ['回执编号', <strong key="no">{receiptNo}</strong>],
          ['查询码', <strong key="code">{queryCode}</strong>],
          ['公示项目', project],
          ['登记时间', receivedAt],
          [
            '内容摘要',
            <span key="digest" className="break-all text-s">
              {digest}
            </span>,
          ],
        ]}
      />
      <p className="mt-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
        查询码只显示这一次；遗失可凭手机号重取。
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3 print:hidden">
        <PlainButton look="primary" onClick={() => print()}>
          打印回执
        </PlainButton>
        <PageLink to="/objection" className="text-brand-ink text-s hover:underline">
          异议查询
        </PageLink>
        <PlainButton look="quiet" onClick={onAgain}>
          再提一件
        </PlainButton>
      </p>
    </div>
  )
}
