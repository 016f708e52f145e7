export default () => 'About';
