module.exports = {title:'Versions',url:'https://example.org',baseUrl:'/',onBrokenLinks:'warn',trailingSlash:false,
 future: {faster: true, v4: {removeLegacyPostBuildHeadAttribute: true}},

 presets:[['classic',{blog:false,pages:false,docs:{versions:{current:{label:'3.0'},'1.0':{path:'old',noIndex:true}}}}]]};
