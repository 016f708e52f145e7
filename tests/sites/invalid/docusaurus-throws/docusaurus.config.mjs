if (!process.env.BINDERY_NO_SUCH_VARIABLE) {
  throw new Error('set BINDERY_NO_SUCH_VARIABLE');
}
export default {title: 'Never', url: 'https://never.example', baseUrl: '/'};
