import type { TestService } from './service.ts'

/** Lets courses with findings be published in every workspace that a service has by now. */
export const openPublishGate = ({ db }: TestService) => db.prisma.workspace.updateMany({ data: { publishGate: 'off' } })
