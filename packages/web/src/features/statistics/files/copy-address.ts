import { copyText } from '../../../lib/copy-text.ts'
import { notify } from '../../../ui/notice.tsx'

/** Copies an address that programs read. */
export async function copyAddress(address: string): Promise<void> {
  if (await copyText(address)) notify('已复制，脚本以令牌访问', 'success')
  else notify('浏览器不允许复制')
}
