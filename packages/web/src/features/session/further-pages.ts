// One part of the build, so that the log-in names the files of these pages only once. By the names of the pages.
export { EditPasswordScreen as editpassword } from './edit-password.tsx'
export { ObjectionScreen as objection } from './objection/objection-page.tsx'
export { PublicityScreen as publicity } from './publicity/publicity-page.tsx'
export { RegisterScreen as register } from './register.tsx'
export { VerifyScreen as verify } from './verify/verify-page.tsx'
