export { ApplyList as ApplyScreen } from './apply/list.tsx'
