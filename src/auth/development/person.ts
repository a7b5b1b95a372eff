/** The one person whom the provider knows. Their records name `issuer`, whatever address the provider runs at. */
export const demoPerson = {
  issuer: 'urn:coursewright:development',
  subject: 'demo',
  name: 'Demo Person',
  email: 'demo@example.com',
  plan: 'professional',
} as const
