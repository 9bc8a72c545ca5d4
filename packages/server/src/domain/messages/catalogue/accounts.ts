import { MessageType } from '@xinchu/contract/codes'
import { entry } from './entry.ts'

/** What concerns one account. */
export const accounts = {
  'second-factor.cleared': entry<{ reason: string }>({
    title: () => '您的两步验证已由管理员解除',
    text: ({ reason }) => [`原因：${reason}。如非本人申请，请立即修改密码并联系平台管理员。`],
    type: MessageType.system,
    sender: 'office',
    target: () => ({ kind: 'ACCOUNT', purpose: 'write' }),
  }),
  'webhook.stopped': entry<{ url: string; reason: string }>({
    title: () => '事件推送已停止',
    text: ({ url, reason }) => [
      `向 ${url} 的事件推送已停止：${reason}。排除原因后可恢复推送，从停下的位置继续。`,
    ],
    type: MessageType.system,
  }),
}
