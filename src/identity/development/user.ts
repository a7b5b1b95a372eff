/** The only user of the development identity provider. */
export const demoUser = {
  /** A fixed value. The URL of the provider may change, but the user must stay the same. */
  issuer: 'urn:coursewright:development',
  subject: 'demo',
  name: 'Demo Person',
  email: 'demo@example.com',
  plan: 'professional',
} as const
