/**
 * The only user of the development identity provider. `issuer` is a fixed value: the URL of the provider may change,
 * but the user must stay the same.
 */
export const demoUser = {
  issuer: 'urn:coursewright:development',
  subject: 'demo',
  name: 'Demo Person',
  email: 'demo@example.com',
  plan: 'professional',
} as const
