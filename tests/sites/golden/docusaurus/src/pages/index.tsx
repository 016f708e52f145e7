export default () => 'Home';
